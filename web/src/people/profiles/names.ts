/** With the letter that some languages write for an apostrophe. */
const KNOWN_SCRIPTS = /^[\P{L}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\u02b9-\u02bf]*$/u;
/** Letters of no other language: there, the family name comes first. */
const VIETNAMESE = /[ơư\u1ea0-\u1eb7\u1eba\u1ebb\u1ebe-\u1ec9\u1ece-\u1ee3\u1ee6-\u1ef7]/iu;
/** Without a comma, which a family name has before a first name, and not shortened. */
const WORD = /^[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?$/u;

/** Titles without a full stop, and words that only begin a family name if they are written small. In lower case. */
const TITLES = new Set(
  (
    'dr dra prof professor doctor doktor mr mrs ms mx miss mister sir madam dame lord lady rev reverend father sister hon ' +
    'herr frau hr fr frl ing mag dipl mme mlle monsieur madame mademoiselle maître señor señora señorita sr sra srta don doña ' +
    'dom dona senhor senhora sig signor signora signorina dott dottore dottoressa avv dhr mevr mw meneer mevrouw fru fröken ' +
    'herra rouva pan pani pán paní bay bayan sayın κ κος κα κυρία κύριος господин госпожа г-н г-жа пан пані д-р доктор проф профессор'
  ).split(' '),
);
const PARTICLES = new Set(
  'van von vom zu zur de del della dei degli der den des du di da do dos das la le las los el al ter ten te af av'.split(
    ' ',
  ),
);

/** Splits a name at its first white space, which becomes a part of the rest. A name whose first word is no first name is whole. */
export function splitName(name: string): [first: string, rest: string] {
  const trimmed = name.trim();
  const end = trimmed.search(/\s/);
  if (end === -1 || !isFirstName(trimmed.slice(0, end), trimmed)) return [trimmed, ''];
  return [trimmed.slice(0, end), trimmed.slice(end)];
}

/** How people address each other in short: the first word of a name, or the whole name where that could be wrong. */
export function getFirstName(name: string): string {
  return splitName(name)[0];
}

function isFirstName(word: string, name: string): boolean {
  const isKnown = KNOWN_SCRIPTS.test(name) && !VIETNAMESE.test(name.normalize('NFC'));
  return (
    isKnown && WORD.test(word) && !TITLES.has(word.normalize('NFC').toLowerCase()) && !PARTICLES.has(word)
  );
}
