import { COMMANDS, CommandError, type CommandName } from '@snug/protocol';
import { expect, test } from 'vitest';
import { createInput } from '../testing/command-cases/command-cases.ts';
import type { InputSource } from '../testing/command-cases/input-source.ts';
import { checkInput } from './check-input.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const VALID_INPUTS = await createInputs();

async function createInputs(): Promise<Record<string, object>> {
  const results = {
    room: { id: ID },
    message: { id: ID, seq: 1 },
    invite: { id: ID, code: 'code' },
    token: { id: ID },
    tokens: [],
    bots: [],
    bot: { uid: ID },
    webhooks: [],
    webhook: { id: ID },
  };
  const source: InputSource = {
    roomId: ID,
    authorUid: ID,
    otherUid: ID,
    guestUid: ID,
    run: (): Promise<never> => Promise.resolve(results as never),
    upload: async () => ID,
    linkAccount: async () => 'google',
    addImported: async () => ID,
    addSession: async () => ID,
    addPasskey: async () => ID,
    addPushDevice: async () => ID,
  };
  const entries = (Object.keys(COMMANDS) as CommandName[]).map(async name => [
    name,
    await createInput(name, source),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, object>;
}

/** Null has a meaning of its own there. */
const NULLABLE_FIELDS: Readonly<Record<string, string>> = { list_audit: 'uid' };

const INHERITED_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
const FORBIDDEN_FIELDS =
  'uid author authorId ownerId admins isAdmin role seq changedSeq createdAt deletedAt reactions mine version key state';

for (const name of Object.keys(COMMANDS) as CommandName[]) {
  const { input } = COMMANDS[name];
  const good = JSON.stringify(VALID_INPUTS[name]);
  const known = Object.keys('entries' in input ? input.entries : {});

  test(`T4 ${name} accepts its own fields, and none for prototypes or for the server`, () => {
    expect(checkInput(input, JSON.parse(good))).toMatchObject(VALID_INPUTS[name] ?? {});
    const keys = [...INHERITED_NAMES, ...FORBIDDEN_FIELDS.split(' ')].filter(key => !known.includes(key));
    for (const key of keys) {
      for (const value of ['{"stolen":true}', 'null', '1', `"${ID}"`, '[]']) {
        const separator = good === '{}' ? '' : ',';
        const text = `${good.slice(0, -1)}${separator}"${key}":${value}}`;
        expect(() => checkInput(input, JSON.parse(text))).toThrow(
          new CommandError('invalid_input', `${key}: there is no such field`),
        );
      }
    }
    expect({}).not.toHaveProperty('stolen');
  });

  test(`T4 ${name} accepts no field of a prototype`, () => {
    const inherited = JSON.parse(`{"__proto__":${good}}`) as unknown;
    expect(() => checkInput(input, inherited)).toThrow(CommandError);
  });

  test(`T4 ${name} accepts no object, list or number instead of a text`, () => {
    for (const [key, value] of Object.entries(VALID_INPUTS[name] ?? {}).filter(
      ([, value]) => typeof value === 'string',
    )) {
      for (const other of [{}, [], [value], { toString: value }, 7, true, null]) {
        if (other === null && NULLABLE_FIELDS[name] === key) continue;
        const confused = { ...VALID_INPUTS[name], [key]: other };
        expect(() => checkInput(input, confused)).toThrow(CommandError);
      }
    }
  });
}
