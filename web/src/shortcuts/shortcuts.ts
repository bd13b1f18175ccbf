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
  return [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: [[isApple ? '⌘' : 'Ctrl', 'K']], does: 'Join conversation' },
        { keys: [['?']], does: 'Show these shortcuts' },
        { keys: [['Esc']], does: 'Close what is open' },
      ],
    },
    {
      title: 'Where you write',
      shortcuts: [
        { keys: [['Enter']], does: 'Send' },
        { keys: [['Shift', 'Enter']], does: 'Begin a new line' },
        { keys: [['Shift', 'Tab']], does: 'Go to the messages, pressed twice' },
      ],
    },
    {
      title: 'Among messages',
      shortcuts: [
        { keys: [['↑'], ['↓']], does: 'Go from message to message' },
        { keys: [['Home'], ['End']], does: 'Go to the first one here, or the newest' },
        { keys: [['L']], does: 'Like, or take it back' },
        { keys: [['C']], does: 'Copy the link to the message' },
        { keys: [[isApple ? '⌫' : 'Delete']], does: 'Delete your own message' },
        { keys: [['Tab']], does: 'Go to what can be pressed in the message' },
        { keys: [['Esc']], does: 'Go back to where you write' },
      ],
    },
  ];
}
