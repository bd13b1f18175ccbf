import { type Fields, listFields, readText } from './json-fields.ts';
import { joinLines, writeField } from './message-parts.ts';
import { writeLink } from './slack-marks.ts';

/** The content and the embeds of a payload for Discord (https://docs.discord.com/developers/resources/webhook), whose marks are Snug's. */
export function readDiscordMessage(payload: Fields): string {
  return joinLines([readText(payload['content']), ...listFields(payload['embeds']).map(readEmbed)]);
}

function readEmbed({ title, url, description, fields }: Fields): string {
  const heading = readText(title);
  return joinLines([
    heading && `**${writeLink(heading, readText(url))}**`,
    readText(description),
    ...listFields(fields).map(({ name, value }) => writeField(readText(name), readText(value))),
  ]);
}
