import { useEffect, useState } from "react";
import { Button } from "react-aria-components";
import { Icon } from "../components/icon.tsx";

/** `index.html` applies the theme before this script has come. */
const NAME = "omnidex-theme";
const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const stored = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(NAME)) ?? "system";
const ICONS = { system: "contrast", light: "sun", dark: "moon" } as const;

/** Cycles through the themes: system, light, dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    localStorage.setItem(NAME, theme);
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <Button className="icon-button" aria-label={`Theme: ${theme}. Switch to ${next}`} onPress={() => setTheme(next)}>
      <Icon name={ICONS[theme]} />
    </Button>
  );
}
