import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { chooseTheme, readTheme, THEMES } from '../ui/browser/theme.ts';
import { SegmentedControl } from '../ui/form/segmented-control.tsx';

const ICONS = {
  system: Monitor,
  light: Sun,
  dark: Moon,
};

export function ThemeSwitch() {
  const [chosen, setChosen] = useState(readTheme);
  const { theme: label, themes } = lazyStrings.dashboard;
  return (
    <SegmentedControl
      label={label}
      name="theme"
      options={THEMES.map(value => ({ value, label: themes[value], icon: ICONS[value] }))}
      value={chosen}
      onChoose={theme => {
        setChosen(theme);
        chooseTheme(theme);
      }}
    />
  );
}
