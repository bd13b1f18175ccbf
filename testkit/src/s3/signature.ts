import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The check of a signature, as Amazon describes it in "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)". It
 * shares no code with the signer that it checks.
 */

export interface SignedRequest {
  method: string;
  /** Path and query as they arrived. */
  url: string;
  headers: IncomingHttpHeaders;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  region: string;
}

const MAX_SKEW_MS = 15 * 60_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns status and code of the error; undefined if the request is signed correctly. */
export function findSignatureError(
  request: SignedRequest,
  credentials: Credentials,
  now: number,
): [status: number, code: string] | undefined {
  const { headers } = request;
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!match) return [403, 'AccessDenied'];
  const [, accessKeyId = '', day = '', region = '', names = '', signature = ''] = match;
  if (accessKeyId !== credentials.accessKeyId) return [403, 'InvalidAccessKeyId'];
  if (headers['x-amz-security-token'] !== credentials.sessionToken) return [403, 'InvalidToken'];
  if (region !== credentials.region) return [400, 'AuthorizationHeaderMalformed'];
  const date = String(headers['x-amz-date']);
  const signedNames = names.split(';');
  const mustBeSigned = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-amz-'))];
  if (!mustBeSigned.every(name => signedNames.includes(name)) || date.slice(0, 8) !== day)
    return [403, 'AccessDenied'];
  if (Math.abs(parseDate(date) - now) > MAX_SKEW_MS) return [403, 'RequestTimeTooSkewed'];
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(toCanonicalRequest(request, signedNames))].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    hmac(`AWS4${credentials.secretAccessKey}`, day),
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
    ? undefined
    : [403, 'SignatureDoesNotMatch'];
}

function toCanonicalRequest({ method, url, headers }: SignedRequest, names: readonly string[]): string {
  const [path = '', query = ''] = url.split('?');
  return [
    method,
    path.split('/').map(normalize).join('/'),
    query
      .split('&')
      .filter(Boolean)
      .map(pair => {
        const [name = '', value = ''] = pair.split('=');
        return [normalize(name), normalize(value)] as const;
      })
      .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
      .map(pair => pair.join('='))
      .join('&'),
    ...names.map(
      name =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
}

/** All bytes but the unreserved characters are encoded once. */
function normalize(part: string): string {
  return encodeURIComponent(decodeURIComponent(part)).replace(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function parseDate(text: string): number {
  const [, year, month, day, hour, minute, second] = (DATE.exec(text) ?? []).map(Number);
  return Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day, hour, minute, second);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
