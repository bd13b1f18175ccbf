import type { TwoStepSetup } from '@snug/protocol';
import { Authenticator } from '@snug/testkit/authenticator.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import type { Attempt, AttemptResult } from './attempt.ts';
import { countStatuses, readCookies, type Target } from './target.ts';

const PASSWORD = 'a long enough password';
const CODE_ROUTE = '/api/account/sign-in-code';

async function turnOn(target: Target, { cookie }: TestPerson) {
  const begun = await target.send('/api/account/two-step/begin', { password: PASSWORD }, { cookie });
  const phone = new Authenticator(((await begun.json()) as TwoStepSetup).url);
  const body = { code: phone.createCode() };
  const done = await target.send('/api/account/two-step/turn-on', body, { cookie });
  const { recoveryCodes } = (await done.json()) as { recoveryCodes: string[] };
  return { phone, recoveryCodes };
}

/** After the right password: the cookie of a sign-in that waits for a code. */
async function begin(target: Target, { email }: TestPerson): Promise<string> {
  return readCookies(await target.send('/api/auth/sign-in/email', { email, password: PASSWORD }));
}

async function useAgain(target: Target, person: TestPerson, code: string): Promise<AttemptResult> {
  const pending = await begin(target, person);
  const use = (cookie: string) => target.send(CODE_ROUTE, { code }, { cookie });
  const responses = await Promise.all(Array.from({ length: 10 }, () => use(pending)));
  const later = await use(await begin(target, person));
  const seen = { atOnce: countStatuses(responses), later: later.status };
  return { tries: 11, seen, held: seen.atOnce['200'] === 1 && later.status === 403 };
}

export const TWO_STEP_ATTEMPTS: readonly Attempt[] = [
  {
    name: 'guess 300 codes of an app at once, from 300 addresses',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const { phone } = await turnOn(target, ann);
      const cookie = await begin(target, ann);
      const right = [-1, 0, 1].map(step => phone.createCode(step));
      const guesses = Array.from({ length: 600 }, (_, index) => String(index).padStart(6, '0'));
      const wrong = guesses.filter(code => !right.includes(code)).slice(0, 300);
      const responses = await Promise.all(wrong.map(code => target.send(CODE_ROUTE, { code }, { cookie })));
      const seen = countStatuses(responses);
      return { tries: 300, seen, held: !seen['200'] && (seen['403'] ?? 0) <= 10 };
    },
  },
  {
    name: 'use one code of an app 10 times at once, and in a later sign-in',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const { phone } = await turnOn(target, ann);
      return useAgain(target, ann, phone.createCode(1));
    },
  },
  {
    name: 'use one recovery code 10 times at once, and in a later sign-in',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const { recoveryCodes } = await turnOn(target, ann);
      return useAgain(target, ann, recoveryCodes[0] ?? '');
    },
  },
  {
    name: 'turn two-step verification off with a stolen session and 60 guesses at once',
    run: async target => {
      const ann = await target.addPerson('Ann');
      const { phone } = await turnOn(target, ann);
      const right = [-1, 0, 1].map(step => phone.createCode(step));
      const guesses = Array.from({ length: 60 }, (_, index) => String(900_000 + index));
      const responses = await Promise.all(
        guesses
          .filter(code => !right.includes(code))
          .map(code => target.send('/api/account/two-step/turn-off', { code }, { cookie: ann.cookie })),
      );
      const seen = countStatuses(responses);
      return { tries: responses.length, seen, held: !seen['200'] && (seen['403'] ?? 0) <= 10 };
    },
  },
];
