import * as v from 'valibot';
import { Password } from '../account/credentials.ts';
import { defineCommand, PROOF_DESCRIPTION } from '../core/command.ts';
import { Id, Timestamp, uniqueIds } from '../core/ids.ts';
import {
  DEFAULT_TOKEN_DAYS,
  EXPIRED_TOKEN_DAYS,
  MAX_NAME_LENGTH,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_ROOMS,
  MAX_TOKENS,
} from '../core/limits.ts';
import { InviteRoom } from '../people/invite.ts';
import { nameText } from '../text/text.ts';

/** Before the code of a webhook. */
export const WEBHOOK_PATH = '/api/hooks/';

/** Without its secret, which only its creation returns. */
export const Token = v.object({
  id: Id,
  name: v.string(),
  /** The person as whom it acts: its creator, or a bot of theirs. */
  uid: Id,
  /** Missing, if it is for all rooms of the person. Empty, if admins have removed it from its rooms: then it opens nothing. */
  roomIds: v.optional(v.array(Id)),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** To the hour. Missing, if it was never used. */
  lastUsedAt: v.optional(Timestamp),
});
export type Token = v.InferOutput<typeof Token>;

const createToken = defineCommand({
  summary: 'Create an access token for a program',
  description:
    '`secret`: for the header `Authorization: Bearer <secret>`. Only this result has it, because the server stores a hash. `id`: of ' +
    'the token; a repetition with it replaces the secret as long as the token was never used. `uid`: a ' +
    'bot of the caller as whom the token acts; by default the caller. `roomIds`: the only rooms that the token opens, at most ' +
    `${MAX_TOKEN_ROOMS}; by default all rooms of the person. A token cannot create tokens or change the account, and has no rights ` +
    `of a workspace admin. ${PROOF_DESCRIPTION} ` +
    `\`webhook\`: of a bot for one room, the path of an address that posts there. A person has at most ${MAX_TOKENS} tokens.`,
  input: v.strictObject({
    id: v.optional(Id),
    name: nameText(MAX_NAME_LENGTH),
    uid: v.optional(Id),
    roomIds: v.optional(v.pipe(uniqueIds(MAX_TOKEN_ROOMS, 'rooms'), v.minLength(1, 'must not be empty'))),
    expiresInDays: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_TOKEN_DAYS)),
      DEFAULT_TOKEN_DAYS,
    ),
    password: v.optional(Password),
  }),
  needsProof: true,
  output: v.object({ token: Token, secret: v.string(), webhook: v.optional(v.string()) }),
  errors: ['not_found', 'forbidden', 'id_taken', 'limit_exceeded', 'unavailable'],
});

const listTokens = defineCommand({
  summary: 'List the access tokens that you created, the newest first',
  description:
    `At most ${MAX_TOKENS}. Expired ones are listed for ${EXPIRED_TOKEN_DAYS} days. \`rooms\`: the rooms that they name and the caller may read, as ` +
    'many as one result has space for.',
  input: v.strictObject({}),
  output: v.object({ tokens: v.array(Token), rooms: v.array(InviteRoom) }),
  errors: [],
});

const revokeToken = defineCommand({
  summary: 'Revoke an access token that you created',
  description:
    'Requests with it fail at once, and its sockets close within a second. A repetition changes nothing.',
  input: v.strictObject({ id: Id }),
  output: v.object({}),
  errors: ['unavailable'],
});

export const TOKEN_COMMANDS = {
  create_token: createToken,
  list_tokens: listTokens,
  revoke_token: revokeToken,
} as const;
