import { populateFolder } from '../populate-folder.ts';
import type { ImportTask } from './work.ts';

const { data, people: users, rooms, messages } = JSON.parse(process.argv[2] ?? '') as ImportTask;
await populateFolder(data, { users, rooms, messages });
