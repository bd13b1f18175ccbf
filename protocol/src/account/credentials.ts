import * as v from 'valibot';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../core/limits.ts';

export const Password = v.pipe(
  v.string('must be a text'),
  v.maxLength(MAX_PASSWORD_LENGTH, `must be at most ${MAX_PASSWORD_LENGTH} characters`),
);

/** The message of `forbidden` for another password than the present one. */
export const WRONG_PASSWORD = "That password isn't right";

/** Of `forbidden` for a change that needs the present password, without one. */
export const NEEDS_PASSWORD = 'Confirm this with your password';

export const NewPassword = v.pipe(
  Password,
  v.minLength(MIN_PASSWORD_LENGTH, `must be at least ${MIN_PASSWORD_LENGTH} characters`),
);

/** The body of `POST /api/account/password`. `password`: the present one, unless the person has none. */
export const PasswordChange = v.strictObject({ password: v.optional(Password), newPassword: NewPassword });
export type PasswordChange = v.InferOutput<typeof PasswordChange>;

/** The body of `POST /api/account/delete`. `messages`: whether the person's messages stay. `password`: unless the person has none. */
export const AccountDeletion = v.strictObject({
  messages: v.picklist(['keep', 'erase'], 'must be "keep" or "erase"'),
  password: v.optional(Password),
});
export type AccountDeletion = v.InferOutput<typeof AccountDeletion>;

/** The same addresses as at the sign-in, where zod checks them. */
const ADDRESS =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** In lower case. */
export const EmailAddress = v.pipe(
  v.string('must be a text'),
  v.trim(),
  v.maxLength(MAX_EMAIL_LENGTH, `must be at most ${MAX_EMAIL_LENGTH} characters`),
  v.regex(ADDRESS, 'must be an email address'),
  v.toLowerCase(),
);

/** The body of `POST /api/account/two-step/begin`. `password`: unless the person has none. */
export const TwoStepBegin = v.strictObject({ password: v.optional(Password) });
export type TwoStepBegin = v.InferOutput<typeof TwoStepBegin>;

/** The response. `url`: for an authenticator app, with the `secret` that people can type instead. */
export interface TwoStepSetup {
  url: string;
}

/** Of the app, or a recovery code: the body of `POST /api/account/sign-in-code`, and of the other paths of two-step verification. */
export const TwoStepCode = v.strictObject({
  code: v.pipe(
    v.string('must be a text'),
    v.trim(),
    v.minLength(1, 'is missing'),
    v.maxLength(40, 'must be at most 40 characters'),
  ),
});
export type TwoStepCode = v.InferOutput<typeof TwoStepCode>;

/** The body of `POST /api/account/forgotten`. */
export const ForgottenPassword = v.strictObject({ email: EmailAddress });
export type ForgottenPassword = v.InferOutput<typeof ForgottenPassword>;

/** The body of `POST /api/account/email`. `password`: unless the person has none. */
export const EmailChange = v.strictObject({ email: EmailAddress, password: v.optional(Password) });
export type EmailChange = v.InferOutput<typeof EmailChange>;
