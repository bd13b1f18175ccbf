import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isEmoji } from '@snug/protocol';
import { print, ROOT } from './run.mjs';

// The data is checked in; run this after an update of emojibase-data, or for another language.

const LANGUAGES = ['en'];
/** Systems from 2024 on draw these. Newer emoji would be empty boxes for many people. */
const NEWEST_VERSION = 15.1;
const MAX_SHORTCODES = 8;
/** The names that people know from GitHub, Snug's earlier releases, Slack and Discord. */
const SHORTCODE_SETS = ['github', 'emojibase', 'iamcal', 'joypixels'];
/** Other chats have these names, so an import reads them: Slack, GitHub and Mattermost, Discord. The first name is Slack's. */
const IMPORTED_SETS = ['iamcal', 'github', 'joypixels', 'emojibase'];
/** The skin tones and hair styles alone. */
const COMPONENTS_GROUP = 2;

interface SourceEmoji {
  emoji: string;
  hexcode: string;
  label: string;
  tags?: string[];
  group?: number;
  order?: number;
  version: number;
}

type Shortcodes = Record<string, string | string[]>;

const { resolve } = createRequire(import.meta.url);

function readSource<Content>(path: string): Content {
  return JSON.parse(readFileSync(resolve(`emojibase-data/${path}`), 'utf8'));
}

/** The source adds U+FE0F to emoji that do not need it. */
function findKey(emoji: string): string | undefined {
  return [emoji, emoji.replaceAll('\ufe0f', '')].find(isEmoji);
}

/** By hexcode, best known first. A shortcode belongs to one emoji: that of the first set which has it. */
function listShortcodes(): Map<string, string[]> {
  const owners = new Map<string, string>();
  for (const set of SHORTCODE_SETS)
    for (const [hexcode, codes] of Object.entries(readSource<Shortcodes>(`en/shortcodes/${set}.json`)))
      for (const code of [codes].flat()) {
        const name = code.replaceAll(/(?<=.)-/g, '_');
        if (!owners.has(name)) owners.set(name, toPlainHexcode(hexcode));
      }
  const byHexcode = new Map<string, string[]>();
  for (const [name, hexcode] of owners)
    byHexcode.set(hexcode, [...(byHexcode.get(hexcode) ?? []), name].slice(0, MAX_SHORTCODES));
  return byHexcode;
}

/** The sets differ in U+FE0F. */
function toPlainHexcode(hexcode: string): string {
  return hexcode.replaceAll('-FE0F', '');
}

function createRows(language: string): string[][][] {
  const shortcodes = listShortcodes();
  const used = readSource<SourceEmoji[]>(`${language}/data.json`)
    .filter(({ group, version }) => group !== undefined && version <= NEWEST_VERSION)
    .filter(({ group }) => group !== COMPONENTS_GROUP)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const groups = Map.groupBy(used, ({ group = 0 }) => group);
  return [...groups].map(([, emoji]) =>
    emoji.flatMap(({ emoji, hexcode, label, tags = [] }) => {
      const key = findKey(emoji);
      const names = shortcodes.get(toPlainHexcode(hexcode)) ?? [];
      return key ? [[key, label, names.join(' '), tags.join(' ')]] : [];
    }),
  );
}

/** The names of each emoji without skin tones. A name belongs to one emoji: that of the first set which has it. */
function listImportedNames(): Record<string, string> {
  const names = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const set of IMPORTED_SETS)
    for (const [hexcode, codes] of Object.entries(readSource<Shortcodes>(`en/shortcodes/${set}.json`))) {
      const signs = hexcode.split('-').map(code => Number.parseInt(code, 16));
      const emoji = qualify(String.fromCodePoint(...signs));
      if (emoji === undefined || /\p{Emoji_Modifier}/u.test(emoji)) continue;
      for (const name of [codes].flat().filter(code => !taken.has(code))) {
        taken.add(name);
        names.set(emoji, [...(names.get(emoji) ?? []), name]);
      }
    }
  return Object.fromEntries([...names].map(([emoji, all]) => [emoji, all.join(' ')]));
}

/** With or without U+FE0F, as the emoji needs it. */
function qualify(emoji: string): string | undefined {
  return [emoji, `${emoji}\ufe0f`, emoji.replaceAll('\ufe0f', '')].find(isEmoji);
}

function write(text: string, ...path: string[]): void {
  writeFileSync(join(ROOT, ...path), text);
  print(join(...path));
}

for (const language of LANGUAGES) {
  const groups = createRows(language);
  const texts = groups.map(rows => `[\n${rows.map(row => JSON.stringify(row)).join(',\n')}\n]`);
  write(`[${texts.join(',')}]\n`, 'web', 'src', 'chat', 'emoji', 'data', `${language}.json`);
  // The shortcodes are the same in all languages. No emoji of a workspace has one of them as its name.
  const shortcodes = groups.map(rows => rows.map(([, , codes]) => codes).join(' '));
  write(
    `${JSON.stringify(shortcodes, undefined, 2)}\n`,
    'server',
    'src',
    'chat',
    'emoji',
    'standard-shortcodes.json',
  );
}
write(
  `${JSON.stringify(listImportedNames(), undefined, 2)}\n`,
  'server',
  'src',
  'chat',
  'emoji',
  'shortcodes.json',
);
