/** Of Slack: for files, apps and people. */
const SLACK_TOKEN = /\bxox[a-z](?:-|%2D)[\w%.-]+/gi;
/** In the addresses of files. Quotes and spaces end a value, also in JSON. */
const TOKEN_PARAMETER = /([?&](?:t|token|pub_secret|access_token|signature|sig|hm|ex|is)=)[^&\s"'\\<>|)]+/gi;
const BEARER = /\b(Bearer|Basic)\s+[\w~+/.=-]{8,}/g;

/** Replaces what opens files or accounts elsewhere. */
export function stripTokens(text: string): string {
  return text.replace(SLACK_TOKEN, 'TOKEN').replace(TOKEN_PARAMETER, '$1TOKEN').replace(BEARER, '$1 TOKEN');
}
