import { readConfig } from './config.js';

const mistakesOf = (variables: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    return (error as { mistakes: readonly string[] }).mistakes;
  }
};

describe('the configuration', () => {
  it('is complete without a single variable', () => {
    const config = readConfig({});

    expect(config).toMatchObject({ mode: 'sandbox', host: '127.0.0.1', port: 3000, baseUrl: 'http://127.0.0.1:3000', databaseUrl: null, tls: null, trustProxy: false, logLevel: 'info' });
    expect(config.dataDir).toMatch(/^\/.*\/data$/);
  });

  it('counts a variable that is set to nothing as not set', () => {
    expect(readConfig({ PORT: '', BASE_URL: '', MODE: '', LOG_LEVEL: '' })).toMatchObject({ port: 3000, mode: 'sandbox', logLevel: 'info' });
  });

  it('reports all mistakes at once, each with its mend', () => {
    expect(mistakesOf({ PORT: 'abc', LOG_LEVEL: 'loud', MODE: 'prod', TLS_CERT_FILE: 'x.pem' })).toEqual([
      'MODE is "prod": it must be sandbox or production.',
      'PORT is "abc": it must be a whole number from 0 to 65535, for example 3000.',
      'LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, fatal, silent.',
      'TLS_KEY_FILE is missing: set both TLS files, or neither.',
    ]);
  });

  it.each(['-1', '65536', '3000 ', '3e3', '0x10', '1.5', 'NaN', '99999999999999999999'])('refuses PORT=%s', (PORT) => {
    expect(mistakesOf({ PORT })).toEqual([expect.stringContaining('PORT is')]);
  });

  it('follows the port that the operating system chose', () => {
    const config = readConfig({ PORT: '0' });
    config.listensOn(45678);

    expect(config.baseUrl).toBe('http://127.0.0.1:45678');
  });
});
