import { listKeys } from '../../chat/composer/formatting/format-keys.ts';
import { FORMATS } from '../../chat/composer/formatting/format-text.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';

/** `keys` lists alternatives; the keys of one alternative are pressed together. */
interface Shortcut {
  keys: readonly (readonly string[])[];
  action: string;
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

export interface ShortcutsOptions {
  isApple: boolean;
  isSearchOff: boolean;
}

export function getShortcuts({ isApple, isSearchOff }: ShortcutsOptions): readonly ShortcutGroup[] {
  const keys = { ...lazyStrings.shortcuts.keys, ...(isApple && { alt: '⌥' }) };
  const search: Shortcut = {
    keys: [[isApple ? '⌘' : keys.control, keys.shift, 'F'], ['/']],
    action: lazyStrings.shortcuts.search,
  };
  return [
    {
      title: lazyStrings.shortcuts.everywhere,
      shortcuts: [
        { keys: [[isApple ? '⌘' : keys.control, 'K']], action: lazyStrings.shortcuts.join },
        { keys: [[keys.alt, keys.shift, '↓']], action: lazyStrings.shortcuts.nextUnread },
        ...(isSearchOff ? [] : [search]),
        { keys: [['?']], action: lazyStrings.shortcuts.help },
        { keys: [[keys.escape]], action: lazyStrings.shortcuts.close },
      ],
    },
    {
      title: lazyStrings.shortcuts.writing,
      shortcuts: [
        { keys: [[keys.enter]], action: lazyStrings.shortcuts.send },
        { keys: [[keys.shift, keys.enter]], action: lazyStrings.shortcuts.newLine },
        { keys: [['↑']], action: lazyStrings.shortcuts.editLast },
        { keys: [[isApple ? '⌘' : keys.control, 'Z']], action: lazyStrings.shortcuts.undo },
        { keys: [[keys.escape]], action: lazyStrings.shortcuts.endReply },
        {
          keys: [[keys.pageUp], [keys.pageDown], [keys.home], [keys.end]],
          action: lazyStrings.shortcuts.scroll,
        },
        { keys: [[keys.shift, keys.tab]], action: lazyStrings.shortcuts.toMessages },
        ...FORMATS.map(format => ({
          keys: [listKeys(format, isApple ? '⌘' : keys.control, keys.shift)],
          action: lazyStrings.writing[format],
        })),
        { keys: [[isApple ? '⌘' : keys.control, keys.shift, 'V']], action: lazyStrings.shortcuts.pastePlain },
      ],
    },
    {
      title: lazyStrings.shortcuts.reading,
      shortcuts: [
        { keys: [['↑'], ['↓']], action: lazyStrings.shortcuts.nextMessage },
        { keys: [[keys.home], [keys.end]], action: lazyStrings.shortcuts.firstOrLast },
        { keys: [['L']], action: lazyStrings.shortcuts.like },
        { keys: [['A']], action: lazyStrings.shortcuts.addReaction },
        { keys: [['R']], action: lazyStrings.shortcuts.reply },
        { keys: [['E']], action: lazyStrings.shortcuts.edit },
        { keys: [['C']], action: lazyStrings.shortcuts.copyLink },
        { keys: [['G']], action: lazyStrings.shortcuts.goToDate },
        { keys: [[isApple ? '⌫' : keys.delete]], action: lazyStrings.shortcuts.delete },
        { keys: [[keys.shift, 'F10']], action: lazyStrings.shortcuts.menu },
        { keys: [[keys.tab]], action: lazyStrings.shortcuts.intoMessage },
        { keys: [[keys.escape]], action: lazyStrings.shortcuts.toComposer },
      ],
    },
    {
      title: lazyStrings.shortcuts.conversations,
      shortcuts: [
        { keys: [['↑'], ['↓']], action: lazyStrings.shortcuts.nextConversation },
        { keys: [[keys.enter]], action: lazyStrings.conversations.open },
        { keys: [[keys.shift, keys.enter]], action: lazyStrings.conversations.markRead },
        { keys: [['U']], action: lazyStrings.conversations.unfollow },
      ],
    },
  ];
}
