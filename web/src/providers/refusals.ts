/** Why a way through the provider called `name` ended without what it was for; `code` is the accounts library's. */
export function wordsOfRefusal(code: string, name: string): string {
  return REFUSALS.get(code)?.(name) ?? `${name} could not be asked just now. Please try again later`;
}

const tryAgain = () => 'That took too long, or was begun in another window. Please try again';

const REFUSALS = new Map<string, (name: string) => string>(
  Object.entries({
    access_denied: name => `You did not allow it at ${name}, so nothing was changed`,
    account_not_linked: name =>
      `There is an account with this e-mail. Sign in to it, and link ${name} from the Dashboard`,
    account_already_linked_to_different_user: name => `This ${name} account is linked to somebody else here`,
    signup_disabled: () => 'This Snug takes no new people at present',
    session_changed: () => 'Somebody else has signed in meanwhile, so nothing was linked',
    state_mismatch: tryAgain,
    state_not_found: tryAgain,
    PROVIDER_UNREACHABLE: name => `${name} cannot be reached right now. Please try again later`,
    UNREACHABLE: () => 'Snug cannot be reached right now, try again',
    slow_down: () => 'Slow down, please: try again in a minute',
  }),
);
