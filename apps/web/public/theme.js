// Before the first paint, so that nobody who chose a theme sees the other one flash.
let chosen = null;
try {
  chosen = localStorage.getItem("platform.theme");
} catch {
  // Storage is switched off: the theme of the system it is.
}
const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.classList.toggle("dark", isDark);
