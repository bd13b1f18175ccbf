import { readDigit, readKey } from '../../../ui/keyboard/read-key.ts';
import type { Format } from './format-text.ts';

interface FormatKey {
  /** As `readKey` returns it, or a digit: Shift changes what the keys of digits write. */
  key: string;
  hasShift: boolean;
}

const FORMAT_KEYS: Record<Format, FormatKey> = {
  bold: { key: 'B', hasShift: false },
  italic: { key: 'I', hasShift: false },
  strike: { key: 'X', hasShift: true },
  code: { key: 'E', hasShift: false },
  quote: { key: '9', hasShift: true },
  list: { key: '8', hasShift: true },
  link: { key: 'K', hasShift: false },
};

type KeyPress = Parameters<typeof readKey>[0] & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Of Ctrl, or Cmd on Apple devices, with a key. */
export function findFormat(press: KeyPress): Format | undefined {
  if (press.ctrlKey === press.metaKey || press.altKey) return undefined;
  const key = readDigit(press) ?? readKey(press);
  const found = Object.entries(FORMAT_KEYS).find(
    ([, format]) => format.key === key && format.hasShift === press.shiftKey,
  );
  return found?.[0] as Format | undefined;
}

export function listKeys(format: Format, control: string, shift: string): string[] {
  const { key, hasShift } = FORMAT_KEYS[format];
  return hasShift ? [control, shift, key] : [control, key];
}
