import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FileUpload } from '../chat/file.ts';
import { COMMANDS } from '../index.ts';
import { cleanName } from './clean-name.ts';

/** https://www.unicode.org/Public/UCD/latest/ucd/PropList.txt, Bidi_Control. */
const CONTROLS = Array.from('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069');

test('V5 a name loses the controls of direction, wherever they are', () => {
  for (const control of CONTROLS)
    expect(cleanName(`${control} n${control}im${control}da ${control}`)).toBe('nimda');
  expect(cleanName('\u2067\u202e\u200f \u2069')).toBe('');
});

test('V5 a name keeps the joiners of emoji, Persian and Indic letters, and its letters of any direction', () => {
  for (const name of ['👩‍🔬 Ada', 'می‌خواهم', 'क्‍ष', 'നന്‍', 'אבג abc', 'محمد ٣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️'])
    expect(cleanName(name)).toBe(name);
});

test('V5 a clean name is clean, and keeps all other characters in their order', () => {
  const piece = fc.oneof(fc.constantFrom(...CONTROLS, ' ', 'a', 'ש', '‍'), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const clean = cleanName(pieces.join(''));
      expect(cleanName(clean)).toBe(clean);
      expect(CONTROLS.filter(control => clean.includes(control))).toEqual([]);
      const others = Array.from(pieces.join('')).filter(letter => !CONTROLS.includes(letter));
      expect(clean).toBe(others.join('').trim());
    }),
  );
});

const INPUTS = {
  create_room: { description: 'x' },
  edit_room: { roomId: '11111111-1111-4111-8111-111111111111' },
  set_nickname: {},
  create_bot: {},
  edit_bot: { uid: '11111111-1111-4111-8111-111111111111' },
  create_token: {},
  rename_passkey: { id: '11111111-1111-4111-8111-111111111111' },
} as const;

for (const [command, input] of Object.entries(INPUTS))
  test(`V5 the name in ${command} is cleaned, and a name of such controls alone is refused`, () => {
    const { input: schema } = COMMANDS[command as keyof typeof INPUTS];
    expect(v.parse(schema, { ...input, name: ' \u202enim\u200fda\u2069 ' })).toMatchObject({ name: 'nimda' });
    expect(v.is(schema, { ...input, name: '\u202e\u2066 \u061c' })).toBe(false);
    expect(v.is(schema, { ...input, name: `${'x'.repeat(80)}\u202e` }), 'the length of the stored name').toBe(
      true,
    );
  });

test('V5 the confirmation of a deletion is cleaned as the name is', () => {
  const input = { roomId: '11111111-1111-4111-8111-111111111111', name: '\u200fnimda\u202c' };
  expect(v.parse(COMMANDS.delete_room.input, input)).toMatchObject({ name: 'nimda' });
});

test('V5 the name of a workspace and of a file are cleaned, too', () => {
  const setting = { name: 'workspace_name', value: '\u202egunS', version: 0 };
  expect(v.parse(COMMANDS.set_setting.input, setting)).toMatchObject({ value: 'gunS' });
  for (const control of CONTROLS)
    expect(v.parse(FileUpload, { name: `cod${control}gpj.exe` }).name).toBe('codgpj.exe');
});
