import { createPlural } from '../create-plural.ts';

export const plural = createPlural('en');
