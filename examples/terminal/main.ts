import { COMMANDS } from './commands.ts';

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const usages = Object.values(COMMANDS).map(({ usage }) => `  npm run terminal -- ${usage}`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!command) fail(['Usage:', ...usages].join('\n'));
command.run(...args).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
