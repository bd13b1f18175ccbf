import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Events, type MutableResponse, OAuth2Server } from 'oauth2-mock-server';

/** OpenID Connect identifies a person by `sub`, GitHub by `id`. */
export type Profile = Record<string, unknown>;

export type Provider = 'google' | 'github' | 'oidc';

/** A real OAuth 2 and OpenID Connect server on loopback, with an optional consent page. Everyone signs in as `profile`. */
export class ProviderServer {
  profile: Profile = {};
  /** The reaction of `/ask`: immediate consent, immediate refusal, or a page with two buttons. */
  consent: 'given' | 'refused' | 'asked' = 'given';
  /** Whether the consent page isolates itself from its opener, as some providers do. */
  isolatesOpener = false;
  readonly #oauth = new OAuth2Server();
  readonly #front: Server = createServer((request, response) => this.#handleConsent(request, response));

  static async start(): Promise<ProviderServer> {
    const server = new ProviderServer();
    await server.#oauth.issuer.keys.generate('RS256');
    await server.#oauth.start(0, '127.0.0.1');
    server.#front.listen(0, '127.0.0.1');
    await once(server.#front, 'listening');
    server.#respondWithProfile();
    return server;
  }

  async stop(): Promise<void> {
    this.#front.closeAllConnections();
    this.#front.close();
    await this.#oauth.stop();
  }

  get issuer(): string {
    return this.#oauth.issuer.url ?? '';
  }

  settings(provider: Provider, name = 'Corp'): NodeJS.ProcessEnv {
    const prefix = provider.toUpperCase();
    const client = { [`${prefix}_CLIENT_ID`]: 'snug', [`${prefix}_CLIENT_SECRET`]: 'very secret' };
    if (provider === 'oidc')
      return { ...client, OIDC_ISSUER: this.issuer, OIDC_NAME: name, OIDC_AUTHORIZE_URL: this.#consentUrl };
    return {
      ...client,
      [`${prefix}_AUTHORIZE_URL`]: this.#consentUrl,
      [`${prefix}_TOKEN_URL`]: `${this.issuer}/token`,
      [`${prefix}_USERINFO_URL`]: `${this.issuer}/userinfo`,
    };
  }

  /** Changes the next response of the token endpoint. */
  onceToken(change: (response: MutableResponse) => void): void {
    this.#oauth.service.once(Events.BeforeResponse, change);
  }

  /** Changes the next response of the userinfo endpoint. */
  onceUserinfo(change: (response: MutableResponse) => void): void {
    this.#oauth.service.once(Events.BeforeUserinfo, change);
  }

  /** Changes each discovery document, until the returned function is called. */
  onDiscovery(change: (response: MutableResponse) => void): () => void {
    this.#oauth.service.on(Events.BeforeWellKnownOpenIdConfiguration, change);
    return () => this.#oauth.service.off(Events.BeforeWellKnownOpenIdConfiguration, change);
  }

  get #consentUrl(): string {
    return `http://127.0.0.1:${(this.#front.address() as AddressInfo).port}/ask`;
  }

  #respondWithProfile(): void {
    const { service } = this.#oauth;
    service.on(Events.BeforeTokenSigning, token => Object.assign(token.payload, this.profile));
    service.on(Events.BeforeUserinfo, response => {
      response.body = this.profile;
    });
  }

  #handleConsent(request: IncomingMessage, response: ServerResponse): void {
    const { search, searchParams } = new URL(request.url ?? '', this.#consentUrl);
    const granted = `${this.issuer}/authorize${search}`;
    const refused = new URL(searchParams.get('redirect_uri') ?? '');
    refused.searchParams.set('error', 'access_denied');
    refused.searchParams.set('state', searchParams.get('state') ?? '');
    if (this.isolatesOpener) response.setHeader('cross-origin-opener-policy', 'same-origin');
    if (this.consent === 'asked') {
      response.setHeader('content-type', 'text/html');
      const link = (href: string, words: string) => `<a href="${href.replaceAll('&', '&amp;')}">${words}</a>`;
      response.end(`<h1>Consent</h1>${link(granted, 'Allow')} ${link(refused.href, 'Refuse')}`);
      return;
    }
    response.writeHead(302, { location: this.consent === 'given' ? granted : refused.href }).end();
  }
}
