// Bidirectional control characters (Unicode annex 9).
const ISOLATES = /[\u2066-\u2068]/;
const END_OF_ISOLATE = '\u2069';
const FIRST_STRONG = '\u2068';
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;

/** Unmatched ends would close the isolate around the text. */
export function stripUnmatchedIsolateEnds(text: string): string {
  if (!text.includes(END_OF_ISOLATE)) return text;
  let open = 0;
  return Array.from(text, letter => {
    if (ISOLATES.test(letter)) open++;
    if (letter !== END_OF_ISOLATE) return letter;
    if (open === 0) return '';
    open--;
    return letter;
  }).join('');
}

/** Isolates a name in a plain text, such as a title, so that its direction does not affect the text around it. */
export function isolateBidi(name: string): string {
  if (!BIDI_CONTROLS.test(name)) return name;
  const text = stripUnmatchedIsolateEnds(name);
  const open = Array.from(text).reduce(
    (open, letter) => open + Number(ISOLATES.test(letter)) - Number(letter === END_OF_ISOLATE),
    0,
  );
  return `${FIRST_STRONG}${text}${END_OF_ISOLATE.repeat(open + 1)}`;
}
