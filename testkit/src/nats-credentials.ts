import { randomUUID } from 'node:crypto';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';

/** The credentials of a user who can publish and subscribe to `snug.>`. */
export interface NatsCredentials {
  /** The content of a configuration file for `nats-server`, which knows the account. */
  config: string;
  /** The content of a file of credentials. */
  creds: string;
  /** The same, with the key of another user. */
  withOtherKey: string;
}

/** Of a new operator, as `nsc` creates them. */
export function createNatsCredentials(): NatsCredentials {
  const [operator, account, user] = [createOperator(), createAccount(), createUser()];
  const accountId = account.getPublicKey();
  const limits = { subs: -1, data: -1, payload: -1 };
  const accountLimits = { ...limits, conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true };
  const own = { allow: ['snug.>'] };
  const operatorToken = signToken(operator, operator, { type: 'operator' });
  const accountToken = signToken(operator, account, { type: 'account', limits: accountLimits });
  const userToken = signToken(account, user, { type: 'user', ...limits, pub: own, sub: own });
  return {
    config: `operator: ${operatorToken}\nresolver: MEMORY\nresolver_preload: { ${accountId}: ${accountToken} }\n`,
    creds: formatCreds(userToken, user),
    withOtherKey: formatCreds(userToken, createUser()),
  };
}

function signToken<Claims extends { type: string }>(
  issuer: KeyPair,
  subject: KeyPair,
  claims: Claims,
): string {
  const body = {
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    name: claims.type,
    sub: subject.getPublicKey(),
    nats: { ...claims, version: 2 },
  };
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(body)}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function formatCreds(token: string, user: KeyPair): string {
  const seed = Buffer.from(user.getSeed()).toString();
  return [
    '-----BEGIN NATS USER JWT-----',
    token,
    '------END NATS USER JWT------',
    '-----BEGIN USER NKEY SEED-----',
    seed,
    '------END USER NKEY SEED------',
    '',
  ].join('\n');
}
