import type { CDPSession, Page } from '@playwright/test';

/** A device of Chromium that keeps passkeys, without a prompt. */
export class VirtualAuthenticator {
  readonly #cdp: CDPSession;
  readonly #authenticatorId: string;

  private constructor(cdp: CDPSession, authenticatorId: string) {
    this.#cdp = cdp;
    this.#authenticatorId = authenticatorId;
  }

  static async add(page: Page): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  /** False: as if the person used another finger. The browser then returns nothing, as after a cancelled prompt. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this.#identify();
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  /** False: the person does nothing, so requests that begin now wait. True: they choose a passkey, also one that a field suggests. */
  async setPresent(enabled: boolean): Promise<void> {
    const { authenticatorId } = this.#identify();
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }

  /** The person deletes the passkeys of the device. */
  async clear(): Promise<void> {
    await this.#cdp.send('WebAuthn.clearCredentials', this.#identify());
  }

  #identify(): { authenticatorId: string } {
    return { authenticatorId: this.#authenticatorId };
  }
}
