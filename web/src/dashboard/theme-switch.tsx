import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { chooseTheme, readTheme, THEMES } from '../ui/browser/theme.ts';
import styles from './theme-switch.module.css';

const ICONS = {
  system: Monitor,
  light: Sun,
  dark: Moon,
};

export function ThemeSwitch() {
  const id = useId();
  const [chosen, setChosen] = useState(readTheme);
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {lazyStrings.dashboard.theme}
      </h3>
      <div className={styles.themes}>
        {THEMES.map(theme => {
          const Icon = ICONS[theme];
          return (
            <label key={theme} className={styles.theme}>
              <input
                type="radio"
                name="theme"
                className={styles.radio}
                checked={theme === chosen}
                onChange={() => {
                  setChosen(theme);
                  chooseTheme(theme);
                }}
              />
              <Icon size={16} aria-hidden />
              {lazyStrings.dashboard.themes[theme]}
            </label>
          );
        })}
      </div>
    </div>
  );
}
