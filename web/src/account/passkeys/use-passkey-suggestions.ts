import { useEffect } from 'react';

/** On the sign-in page, beside the email field. */
export function usePasskeySuggestions(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return undefined;
    const controller = new AbortController();
    import('./passkey-suggestions.ts').then(
      ({ suggestPasskeys }) => suggestPasskeys(controller.signal),
      () => {
        // Without a connection, the button reports it.
      },
    );
    return () => controller.abort();
  }, [isOffered]);
}
