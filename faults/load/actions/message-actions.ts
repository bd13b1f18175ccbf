import { createHash } from 'node:crypto';
import { newId } from '@snug/client';
import { type CommandInput, HEART, type Mention, toMentionText } from '@snug/protocol';
import { uploadFile } from '../upload.ts';
import type { Action, ActionContext } from './action.ts';

/** Its events do not fit into a notification of PostgreSQL. */
const LARGE_TEXT = '€'.repeat(3_000);
const EMOJI = [HEART, '👍', '👍🏽'];
/** The server recognizes the last 8 edits of a message. */
const MAX_REPEATED_EDITS = 5;

type Content = Omit<CommandInput<'send_message'>, 'roomId' | 'id'>;

async function sendMessage(context: ActionContext, roomId: string, content: Content): Promise<void> {
  const { state, person, own, nextText, change } = context;
  const sent = await change('send_message', { roomId, id: newId(), text: nextText(), ...content });
  const [result] = sent.results;
  if (sent.outcome !== 'acknowledged' || !result) return;
  state.remember({ roomId, id: result.message.id, uid: person.uid, seq: result.message.seq });
  own.add(sent);
}

export const send: Action = context => sendMessage(context, context.state.pickRoomId(context.random), {});

export const sendLarge: Action = context => {
  const text = `${context.nextText()} ${LARGE_TEXT}`;
  return sendMessage(context, context.state.pickRoomId(context.random), { text });
};

export const mention: Action = context =>
  sendMessage(context, context.state.pickRoomId(context.random), addMention(context));

/** Of somebody, or of everyone. */
function addMention({ random, state, nextText }: ActionContext): { text: string; mentions: Mention[] } {
  const person = random.chance(0.1) ? undefined : random.pick(state.people);
  const typed = toMentionText(person?.name ?? 'everyone');
  const range = { uid: person?.uid ?? null, start: 0, length: typed.length };
  return { text: `${typed} ${nextText()}`, mentions: [range] };
}

/** In each room, many answers belong to one conversation. */
export const reply: Action = async context => {
  const { random, state } = context;
  const first = state.getFirstMessage(state.pickRoomId(random));
  const source = random.chance(0.5) ? first : state.pickMessage(random);
  if (source) await sendMessage(context, source.roomId, { replyTo: source.id });
};

export const sendFile: Action = async context => {
  const { person, state, random, nextText } = context;
  const text = nextText();
  const fileId = await uploadFile(person, text);
  // If the result was lost, the server may have the file, but its id is unknown.
  if (fileId === undefined) return;
  state.journal.uploadHashes.set(fileId, createHash('sha256').update(text).digest('hex'));
  await sendMessage(context, state.pickRoomId(random), { fileId });
};

/** Sometimes an earlier edit arrives again, or one from a device that has not seen the last one. */
export const edit: Action = async context => {
  const { random, own, nextText, change, repeat } = context;
  const message = own.pick(random);
  if (!message) return;
  const earlier = random.chance(0.3) && random.pick(message.edits.slice(-MAX_REPEATED_EDITS));
  if (earlier) return repeat(earlier);
  const { roomId, id = '' } = message.sent.input;
  const content = random.chance(0.3) ? addMention(context) : { text: nextText() };
  const revision = Math.max(0, message.revision - Number(random.chance(0.1)));
  const edited = await change('edit_message', { roomId, id, ...content, revision, editId: newId() });
  const [result] = edited.results;
  if (edited.outcome === 'acknowledged' && result) {
    message.revision = result.message.revision ?? 0;
    message.edits.push(edited);
  } else if (edited.refusal?.code === 'not_found') own.forget(message);
};

/** The same message again, perhaps after edits. */
export const resend: Action = async ({ random, own, repeat }) => {
  const message = own.pick(random);
  if (message) await repeat(message.sent);
};

export const react: Action = async ({ random, state, change }) => {
  const known = state.pickMessage(random);
  if (!known) return;
  const message = { roomId: known.roomId, messageId: known.id };
  const emoji = random.pick(EMOJI) ?? HEART;
  await change('set_reaction', { ...message, emoji, on: random.chance(0.7) });
};

export const deleteMessage: Action = async ({ random, state, person, change }) => {
  const known = state.pickMessage(random, person.uid);
  if (known) await change('delete_message', { roomId: known.roomId, messageId: known.id });
};
