type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'getModifierState'>>;

/** Characters of other scripts than Latin. Symbols such as € are on Latin keyboards, too. */
const OTHER_SCRIPT = /^(?![\p{ASCII}\p{Script=Latin}])[\p{L}\p{M}\p{N}\p{P}]/u;

/** The keys of shortcuts that are neither letters nor digits, as on a US keyboard: alone, and with Shift. */
const SIGNS: Record<string, readonly [string, string]> = {
  Slash: ['/', '?'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
};

/**
 * The key of a shortcut: a capital letter, a sign, or a name such as `Escape`. A key that writes a Latin letter is that letter, wherever
 * it is; a key of another script counts by its place. Input methods hide what they use (`Process`).
 */
export function readKey(press: KeyPress): string {
  const key = press.key.normalize('NFKC');
  // Turkish keyboards have two letters I.
  const letter = key === 'İ' ? 'I' : key.toUpperCase();
  if (/^[A-Z]$/.test(letter)) return letter;
  const isHidden = key === 'Process' || key === 'Unidentified';
  if (!isHidden && (!OTHER_SCRIPT.test(key) || press.getModifierState?.('AltGraph'))) return key;
  return readPlace(press) ?? key;
}

/** The digit of a key of the row above the letters: layouts write different signs with it. */
export function readDigit({ code }: Pick<KeyPress, 'code'>): string | undefined {
  return /^Digit(\d)$/.exec(code)?.[1];
}

function readPlace({ code, shiftKey }: KeyPress): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1] ?? SIGNS[code]?.[shiftKey ? 1 : 0];
}
