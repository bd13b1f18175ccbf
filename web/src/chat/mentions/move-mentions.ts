interface Range {
  start: number;
  length: number;
}

interface Change {
  start: number;
  /** In the text before the change. */
  end: number;
}

/**
 * The ranges after an edit of the text, without those in which something changed. A replaced text keeps those that its
 * replacement repeats, as formatting does. `caret`: the place of the caret afterwards, which tells apart edits with the same
 * result, such as an "@" typed before another one.
 */
export function moveMentions<Mention extends Range>(
  mentions: readonly Mention[],
  before: string,
  after: string,
  caret: number,
): readonly Mention[] {
  if (mentions.length === 0) return mentions;
  const suffixes = [after.length - caret, countCommonEnd(before, after)];
  const [atCaret = [], elsewhere = []] = suffixes.map(suffix => {
    const change = findChange(before, after, suffix);
    return change && moveAround(mentions, before, after, change);
  });
  return elsewhere.length > atCaret.length ? elsewhere : atCaret;
}

function moveAround<Mention extends Range>(
  mentions: readonly Mention[],
  before: string,
  after: string,
  { start, end }: Change,
): readonly Mention[] {
  const shift = after.length - before.length;
  const [replaced, replacement] = [before.slice(start, end), after.slice(start, end + shift)];
  return mentions.flatMap(mention => {
    if (mention.start + mention.length <= start) return mention;
    if (mention.start >= end) return { ...mention, start: mention.start + shift };
    const name = before.slice(mention.start, mention.start + mention.length);
    const moved = findRepeated(name, mention.start - start, replaced, replacement);
    return moved === undefined ? [] : { ...mention, start: start + moved };
  });
}

/** The place in `after` of the `text` at the place `at` in `before`, if both texts have it equally often. */
function findRepeated(text: string, at: number, before: string, after: string): number | undefined {
  const [places, moved] = [listPlaces(text, before), listPlaces(text, after)];
  return places.length === moved.length ? moved[places.indexOf(at)] : undefined;
}

function listPlaces(text: string, whole: string): number[] {
  const places: number[] = [];
  for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + text.length)) places.push(at);
  return places;
}

/** The part of the text before that the edit replaced. Undefined unless both texts end with the same `suffix` units. */
function findChange(before: string, after: string, suffix: number): Change | undefined {
  const end = before.length - suffix;
  const afterEnd = after.length - suffix;
  if (end < 0 || afterEnd < 0 || before.slice(end) !== after.slice(afterEnd)) return undefined;
  let start = 0;
  while (start < Math.min(end, afterEnd) && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  return { start, end };
}

function countCommonEnd(before: string, after: string): number {
  const max = Math.min(before.length, after.length);
  let count = 0;
  while (count < max && before.at(-1 - count) === after.at(-1 - count)) count++;
  return count;
}
