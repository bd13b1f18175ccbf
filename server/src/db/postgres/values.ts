import { type CustomTypesConfig, types } from 'pg';

const { INT8, NUMERIC } = types.builtins;

/** Numbers of 64 bits are exact: all are times, sizes and counts below 2^53. Times of the accounts library are dates. */
export const VALUE_PARSERS: CustomTypesConfig = {
  getTypeParser: (id, format) => (id === INT8 || id === NUMERIC ? Number : types.getTypeParser(id, format)),
};
