import { createApp } from './app.js';
import { readConfig } from './config/config.js';

const config = readConfig(process.env);
const app = await createApp(config, config.databaseUrl ?? '');
await app.listen(config.port, config.host);
