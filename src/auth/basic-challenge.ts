/** The challenge of an endpoint for API keys (RFC 7617): UTF-8 is the encoding in which Basic credentials are read here. */
export const basicChallenge = 'Basic realm="kontor", charset="UTF-8"';
