"""The tables: play in the browser, at one screen, against bots or with friends elsewhere."""
