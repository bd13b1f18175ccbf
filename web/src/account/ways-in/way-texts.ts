import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import type { Way } from './way.ts';

interface WayTexts {
  /** The button that ends the way. */
  end: string;
  endOf: (name: string) => string;
  /** What happens then. */
  result: string;
}

export function describeWay({ kind, name }: Way): WayTexts {
  const { providers, passkeys, programs, waysIn } = lazyStrings;
  const isolated = isolateBidi(name);
  switch (kind) {
    case 'provider':
      return {
        end: providers.disconnect,
        endOf: providers.disconnectFrom,
        result: providers.disconnecting(isolated),
      };
    case 'passkey':
      return { end: passkeys.remove, endOf: passkeys.removeOf, result: passkeys.removal(isolated) };
    case 'token':
    case 'botToken':
      return { end: programs.revoke, endOf: programs.revokeOf, result: waysIn.revoking(isolated) };
    default:
      return { end: waysIn.delete, endOf: waysIn.deleteOf, result: waysIn.deleting(isolated) };
  }
}
