import type { SignInOptions } from '@snug/protocol';

/** The public address of Snug, if the page is at another one, where the server refuses it. */
export function findExpectedAddress(
  { origins = [] }: Pick<SignInOptions, 'origins'>,
  { origin }: Pick<Location, 'origin'> = location,
): string | undefined {
  return origins.includes(origin) ? undefined : origins[0];
}
