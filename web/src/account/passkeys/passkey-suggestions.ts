import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { showError } from '../../ui/feedback/toast.ts';
import { AccountError } from '../sign-in/accounts.ts';
import { beginSignIn, finishSignIn, isPrompting } from './sign-in-with-passkey.ts';

/** The challenge of a request counts for 5 min, and somebody needs time to choose. */
const RENEWAL_MS = 2 * 60_000;

/**
 * Lets the browser suggest passkeys in the email field, until `signal` aborts. The page has one request at a time: a prompt for a passkey
 * replaces it, and a sent form ends it.
 */
export async function suggestPasskeys(signal: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill()) || signal.aborted) return;
  const suggestions = new PasskeySuggestions();
  const timer = setInterval(() => void suggestions.renew(), RENEWAL_MS);
  document.addEventListener('visibilitychange', () => void suggestions.renew(), { signal });
  document.addEventListener('submit', () => suggestions.stop(), { signal });
  document.addEventListener('focusin', event => void suggestions.resume(event.target), { signal });
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    suggestions.stop();
  });
  void suggestions.renew();
}

class PasskeySuggestions {
  /** Identifies the pending request. */
  #request: object | undefined;

  async renew(): Promise<void> {
    if (document.visibilityState === 'hidden' || isPrompting()) return;
    const request = {};
    this.#request = request;
    try {
      const optionsJSON = await beginSignIn();
      if (this.#request !== request || isPrompting()) return;
      const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      await finishSignIn(credential).catch(showProblem);
    } catch {
      // Nobody asked for it: another request replaced it, or the browser or the server refuses it.
    } finally {
      if (this.#request === request) this.#request = undefined;
    }
  }

  /** In the email field, after another way to sign in has failed. */
  async resume(focused: EventTarget | null): Promise<void> {
    const isEmail = focused instanceof HTMLInputElement && focused.autocomplete.endsWith('webauthn');
    if (isEmail && !this.#request) await this.renew();
  }

  stop(): void {
    this.#request = undefined;
    if (!isPrompting()) WebAuthnAbortService.cancelCeremony();
  }
}

function showProblem(error: unknown): void {
  if (!(error instanceof AccountError)) throw error;
  showError(error.message);
}
