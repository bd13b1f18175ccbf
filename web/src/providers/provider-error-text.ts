import { lateWords } from '../strings/lazy-strings.ts';
import { words } from '../strings/strings.ts';

const WORDS = lateWords.providers;

/** Why a way through the provider called `name` ended without what it was for; `code` is the accounts library's. */
export function wordsOfRefusal(code: string, name: string): string {
  return (REFUSALS.get(code) ?? WORDS.failed)(name);
}

const REFUSALS = new Map<string, (name: string) => string>(
  Object.entries({
    access_denied: WORDS.denied,
    account_not_linked: WORDS.addressTaken,
    account_already_linked_to_different_user: WORDS.linkedElsewhere,
    signup_disabled: () => WORDS.noNewPeople,
    session_changed: () => WORDS.somebodyElse,
    state_mismatch: () => WORDS.tooLate,
    state_not_found: () => WORDS.tooLate,
    PROVIDER_UNREACHABLE: WORDS.unreachable,
    UNREACHABLE: () => words.shell.unreachableNow,
    slow_down: () => WORDS.slowDown,
  }),
);
