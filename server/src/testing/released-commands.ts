/**
 * The commands of the last release and the fields of their inputs. Programs may use them until the release after one that calls them
 * deprecated. Access tokens begin with the next release, so 0.4.0 promised nothing.
 */
export const RELEASED_COMMANDS: Readonly<Record<string, { fields: readonly string[]; deprecated?: true }>> =
  {};
