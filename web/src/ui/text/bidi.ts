// Characters that say in which direction others are read (Unicode annex 9).
const ISOLATES = /[\u2066-\u2068]/;
const END_OF_ISOLATE = '\u2069';
const FIRST_STRONG = '\u2068';
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;

/** Without those ends of an isolate that close nothing in the text: they would close what holds the text itself. */
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

/** A name for a text that takes no elements, such as a title, so that it turns nothing but itself around. */
export function isolateBidi(name: string): string {
  if (!BIDI_CONTROLS.test(name)) return name;
  const text = stripUnmatchedIsolateEnds(name);
  const open = Array.from(text).reduce(
    (open, letter) => open + Number(ISOLATES.test(letter)) - Number(letter === END_OF_ISOLATE),
    0,
  );
  return `${FIRST_STRONG}${text}${END_OF_ISOLATE.repeat(open + 1)}`;
}
