"""The games for other people's programs: one module for each of their interfaces, each with an extra of its name."""
