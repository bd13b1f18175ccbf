import { type Fields, listFields, readText, toFields } from './json-fields.ts';
import { boldHeadings, formatTime, joinLines, writeField } from './message-parts.ts';
import { toEmojiSigns, writeLink } from './slack-marks.ts';

/** A mention, a channel, an emoji of a server, a time. */
const TOKEN = /<(?:(@|#)[!&]?(\d{1,20})|a?(:\w{1,40}:)\d{1,20}|t:(-?\d{1,13})(?::[a-z])?)>/gi;
const SMALL_LINE = /^-# (?=\S)/gm;

/** The content and the embeds of a payload for Discord (https://docs.discord.com/developers/resources/webhook). */
export function readDiscordMessage(payload: Fields): string {
  return joinLines([translate(payload['content']), ...listFields(payload['embeds']).map(readEmbed)]);
}

function readEmbed({ author, title, url, description, fields, image, footer }: Fields): string {
  const { name, url: page } = toFields(author);
  const heading = translate(title);
  const parts = [
    writeLink(readText(name), readText(page)),
    heading && `**${writeLink(heading, readText(url))}**`,
    translate(description),
    ...listFields(fields).map(({ name, value }) => writeField(translate(name), translate(value))),
  ].filter(part => part !== '');
  if (parts.length === 0) parts.push(translate(toFields(footer)['text']));
  return joinLines([...parts, writeLink('', readText(toFields(image)['url']))]);
}

/** Most of Discord's marks are Snug's. */
function translate(text: unknown): string {
  const known = boldHeadings(readText(text)).replace(SMALL_LINE, '');
  return toEmojiSigns(
    known.replace(TOKEN, (_, mark: string, id: string, emoji?: string, seconds?: string) =>
      mark ? `${mark}${id}` : (emoji ?? formatTime(Number(seconds))),
    ),
  );
}
