import { deriveId } from '../../../base/derived-id.ts';
import { toEmoji } from '../../../chat/emoji/shortcodes.ts';
import type { Archive } from '../../archive/archive.ts';
import { InvalidJsonError } from '../../archive/archive-error.ts';
import type { Ledger } from '../../import/ledger.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import { SourceEmoji } from '../source-emoji.ts';
import { isRecord, readText } from './slack-values.ts';

const ALIAS = 'alias:';
const FOLDERS = ['emojis', 'emoji'];
const ENDINGS = ['.png', '.gif', '.jpg', '.jpeg', '.webp'];

/**
 * The emoji of the workspace, which slackdump writes as `index.json` and `emojis/`, and Snug as `emoji.json` and `emoji/`. Slack itself
 * exports none.
 */
export class SlackEmoji {
  readonly #emoji: SourceEmoji;
  readonly #aliases = new Map<string, string>();

  constructor(ledger: Ledger) {
    this.#emoji = new SourceEmoji(ledger);
  }

  get lines() {
    return this.#emoji.lines;
  }

  /** `root`: the folder of the index, which may be missing. */
  async readIndex(
    archive: Archive,
    root: string,
    { files, workspace }: { files: ArchiveFiles; workspace: string },
  ): Promise<void> {
    const index = {
      ...(await readObject(archive, `${root}index.json`)),
      ...(await readObject(archive, `${root}emoji.json`)),
    };
    const aliases: [alias: string, name: string][] = [];
    for (const [name, value] of Object.entries(index)) {
      const address = readText(value) || (isRecord(value) ? readText(value.url) : '');
      if (address.startsWith(ALIAS)) aliases.push([name, address.slice(ALIAS.length)]);
      else if (address !== '')
        this.#emoji.add(name, name, () => {
          const paths = FOLDERS.flatMap(folder => ENDINGS.map(ending => `${root}${folder}/${name}${ending}`));
          const file = files.find(paths);
          return file && files.add(deriveId(0, 'slack', workspace, 'emoji', name), file, name).id;
        });
    }
    for (const [alias, name] of aliases) {
      this.#aliases.set(alias, name);
      this.#emoji.addAlias(alias, name);
    }
  }

  /** As texts have it; undefined for an emoji that does not come. */
  find(name: string): string | undefined {
    return this.#emoji.find(name) ?? this.findReaction(name);
  }

  /** As reactions have it. */
  findReaction(name: string): string | undefined {
    const first = this.#aliases.get(name) ?? name;
    return this.#emoji.has(first) ? this.#emoji.findReaction(first) : toEmoji(first);
  }
}

async function readObject(archive: Archive, path: string): Promise<Record<string, unknown>> {
  try {
    const value = await archive.readJson(path);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof InvalidJsonError) return {};
    throw error;
  }
}
