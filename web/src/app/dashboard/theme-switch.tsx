import { Monitor, Moon, Sun } from 'lucide-react';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { chosenTheme, THEMES } from '../../ui/browser/theme.ts';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';

const ICONS = {
  system: Monitor,
  light: Sun,
  dark: Moon,
};

export function ThemeSwitch() {
  const { theme: label, themes } = lazyStrings.dashboard;
  return (
    <SegmentedControl
      label={label}
      name="theme"
      options={THEMES.map(value => ({ value, label: themes[value], icon: ICONS[value] }))}
      value={useStore(chosenTheme)}
      onChoose={chosenTheme.set}
    />
  );
}
