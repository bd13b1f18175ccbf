import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { chooseTheme, storedTheme, THEMES } from '../ui/theme.ts';
import styles from './theme-switch.module.css';

const LOOK = {
  system: { name: 'System', icon: Monitor },
  light: { name: 'Light', icon: Sun },
  dark: { name: 'Dark', icon: Moon },
};

export function ThemeSwitch() {
  const id = useId();
  const [chosen, setChosen] = useState(storedTheme);
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        Theme
      </h3>
      <div className={styles.themes}>
        {THEMES.map(theme => {
          const { name, icon: Icon } = LOOK[theme];
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
              {name}
            </label>
          );
        })}
      </div>
    </div>
  );
}
