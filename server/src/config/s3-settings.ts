import { isIP } from 'node:net';
import * as v from 'valibot';

/** A bucket of an S3-compatible store. */
export interface S3Settings {
  /** Scheme, host and port of the store, such as `https://s3.example.org`. */
  endpoint: string;
  bucket: string;
  /** Before each key: empty, or with a slash at its end. */
  prefix: string;
  /** Where the bucket is in an address: in the path, or in front of the host. */
  style: 'path' | 'host';
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  /** While files move: where Snug reads bytes that are missing in the other place, which gets all new ones. */
  fallback: 'folder' | 'store' | undefined;
}

type Location = Pick<S3Settings, 'endpoint' | 'bucket' | 'prefix'>;

const DEFAULT_REGION = 'us-east-1';

const BUCKET = /^[A-Za-z0-9._-]{3,63}$/;

const url = v.pipe(
  v.string(),
  v.check(isHttpUrl, 'must be an address such as https://s3.example.org/bucket'),
  v.check(
    text => !hasPassword(new URL(text)),
    'must have no user or password. Use S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  ),
  v.check(text => !/[?#]/.test(text), 'must end with the bucket or a folder in it, without "?" and "#"'),
  v.check(
    text => parseLocation(text) !== undefined,
    'must have the bucket after the host, such as https://s3.example.org/bucket',
  ),
  v.check(
    text =>
      !parseLocation(text)
        ?.prefix.split('/')
        .some(part => part === '.' || part === '..'),
    'must have no "." or ".." in its path',
  ),
  v.transform(text => parseLocation(text) as Location),
);

export const S3_VARIABLES = {
  S3_URL: v.optional(url),
  S3_STYLE: v.optional(v.picklist(['path', 'host'], 'must be path or host')),
  S3_REGION: v.optional(
    v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a name such as eu-central-1')),
  ),
  S3_ACCESS_KEY_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[!-~]{1,128}$/, 'must have 1 to 128 characters, and no spaces')),
  ),
  S3_SECRET_ACCESS_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[!-~]{1,1024}$/, 'must have 1 to 1024 characters, and no spaces')),
  ),
  S3_SESSION_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[!-~]{1,8192}$/, 'must have 1 to 8192 characters, and no spaces')),
  ),
  S3_FALLBACK: v.optional(v.picklist(['folder', 'store'], 'must be folder or store')),
};

export type S3Variables = v.InferOutput<v.ObjectSchema<typeof S3_VARIABLES, undefined>>;

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function hasPassword({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function parseLocation(text: string): Location | undefined {
  const { origin, pathname } = new URL(text);
  const [bucket = '', ...folders] = pathname.split('/').filter(part => part !== '');
  if (!BUCKET.test(bucket)) return undefined;
  const prefix = folders.map(folder => `${decode(folder)}/`).join('');
  return { endpoint: origin, bucket, prefix };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** One sentence for the operator; undefined if the settings of the store are complete, or none is set. */
export function findIncompleteS3(values: S3Variables): string | undefined {
  if (values.S3_URL === undefined) {
    const name = Object.keys(S3_VARIABLES).find(name => values[name as keyof S3Variables] !== undefined);
    return name && `S3_URL is not set, but ${name} is.`;
  }
  if (values.S3_ACCESS_KEY_ID === undefined || values.S3_SECRET_ACCESS_KEY === undefined)
    return 'S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  if (values.S3_STYLE === 'host' && isIP(getHost(values.S3_URL)) !== 0)
    return 'S3_STYLE=host needs a host name in S3_URL, because the bucket becomes a part of it.';
  return undefined;
}

function getHost({ endpoint }: Location): string {
  return new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
}

/** Undefined without a store, as by default: the files are in the data folder. */
export function readS3Settings({
  S3_URL: location,
  S3_STYLE: style = 'path',
  S3_REGION: region = DEFAULT_REGION,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  S3_SESSION_TOKEN: sessionToken,
  S3_FALLBACK: fallback,
}: S3Variables): S3Settings | undefined {
  if (!location || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { ...location, style, region, accessKeyId, secretAccessKey, sessionToken, fallback };
}
