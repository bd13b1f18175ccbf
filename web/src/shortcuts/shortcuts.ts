import { lateWords } from '../strings/lazy-strings.ts';

/** Keys and what they do. Of `keys`, any one does it; those of one are pressed together. */
interface Shortcut {
  keys: readonly (readonly string[])[];
  does: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** All shortcuts, as the keys are named on keyboards of Apple or on others. */
export function shortcutsFor(isApple: boolean): readonly ShortcutGroup[] {
  const { keys } = lateWords.shortcuts;
  return [
    {
      title: lateWords.shortcuts.everywhere,
      shortcuts: [
        { keys: [[isApple ? '⌘' : keys.control, 'K']], does: lateWords.shortcuts.join },
        { keys: [['?']], does: lateWords.shortcuts.help },
        { keys: [[keys.escape]], does: lateWords.shortcuts.close },
      ],
    },
    {
      title: lateWords.shortcuts.writing,
      shortcuts: [
        { keys: [[keys.enter]], does: lateWords.shortcuts.send },
        { keys: [[keys.shift, keys.enter]], does: lateWords.shortcuts.newLine },
        { keys: [[keys.shift, keys.tab]], does: lateWords.shortcuts.toMessages },
      ],
    },
    {
      title: lateWords.shortcuts.reading,
      shortcuts: [
        { keys: [['↑'], ['↓']], does: lateWords.shortcuts.nextMessage },
        { keys: [[keys.home], [keys.end]], does: lateWords.shortcuts.firstOrLast },
        { keys: [['L']], does: lateWords.shortcuts.like },
        { keys: [['C']], does: lateWords.shortcuts.copyLink },
        { keys: [[isApple ? '⌫' : keys.delete]], does: lateWords.shortcuts.delete },
        { keys: [[keys.tab]], does: lateWords.shortcuts.intoMessage },
        { keys: [[keys.escape]], does: lateWords.shortcuts.toComposer },
      ],
    },
  ];
}
