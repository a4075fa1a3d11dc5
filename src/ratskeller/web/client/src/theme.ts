// Before anything is painted: the colours that were chosen on this machine, if any were. And that there is a script.

try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage, the system's colours.
}
document.documentElement.classList.add("script");
