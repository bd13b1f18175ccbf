import * as v from 'valibot';
import { Id } from '../core/ids.ts';
import { Password, TwoStepCode } from './credentials.ts';

const MAX_CREDENTIAL_ID_BYTES = 1_023;
const MAX_TEXT_LENGTH = 8_000;
const MAX_TRANSPORTS = 10;

const base64Url = (max: number) =>
  v.pipe(
    v.string('must be a text'),
    v.maxLength(max, `must be at most ${max} characters`),
    v.regex(/^[\w-]+$/, 'must be base64url'),
  );

const CredentialId = base64Url(Math.ceil((MAX_CREDENTIAL_ID_BYTES * 4) / 3));
const Bytes = base64Url(MAX_TEXT_LENGTH);
const Transport = v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/, 'must be a transport'));

/** The body of `POST /api/account/passkeys/begin`. `password`: unless the person has none. `code`: with two-step verification. */
export const PasskeyBegin = v.strictObject({
  password: v.optional(Password),
  code: v.optional(TwoStepCode.entries.code),
});
export type PasskeyBegin = v.InferOutput<typeof PasskeyBegin>;

/** The responses of both `begin` paths. `options`: for `navigator.credentials`, in their JSON form. */
export interface PasskeyOptions {
  options: object;
}

/** The body of `POST /api/account/passkeys/add`: the JSON form of the new credential. */
export const PasskeyRegistration = v.strictObject({
  credential: v.object({
    id: CredentialId,
    response: v.object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: v.optional(v.pipe(v.array(Transport), v.maxLength(MAX_TRANSPORTS)), []),
    }),
  }),
});
export type PasskeyRegistration = v.InferOutput<typeof PasskeyRegistration>;

/** The body of `POST /api/account/passkeys/remove`. `password`: unless the person has none. */
export const PasskeyRemoval = v.strictObject({ id: Id, password: v.optional(Password) });
export type PasskeyRemoval = v.InferOutput<typeof PasskeyRemoval>;

/** The body of `POST /api/account/passkey-sign-in`: the JSON form of the assertion. */
export const PasskeySignIn = v.strictObject({
  credential: v.object({
    id: CredentialId,
    response: v.object({
      clientDataJSON: Bytes,
      authenticatorData: Bytes,
      signature: Bytes,
      userHandle: Bytes,
    }),
  }),
});
export type PasskeySignIn = v.InferOutput<typeof PasskeySignIn>;
