/**
 * Each test file loads some 2900 modules into a context of its own, and compiling them is a third of that work. What V8 has made of
 * a module stays in the worker's memory, and the next file takes it from there: modules are as new for every file as ever. A test run
 * jest gives this to Node (`--import`), and Node hands it on to the workers.
 */
import { createRequire } from 'node:module';

/* What an import gives cannot be changed. */
const vm = createRequire(import.meta.url)('node:vm');

/* A test file is loaded once, so nobody would ever take what is kept of it. */
const isKept = (name) => !/\.(spec|e2e)\.ts$/.test(name ?? '');

const modules = new Map();
const functions = new Map();

/* Without --experimental-vm-modules there are no modules to compile. */
if (vm.SourceTextModule) {
  vm.SourceTextModule = class SourceTextModule extends vm.SourceTextModule {
    constructor(code, options = {}) {
      const cachedData = modules.get(code);
      super(code, cachedData ? { ...options, cachedData } : options);
      if (!cachedData && isKept(options.identifier)) modules.set(code, this.createCachedData());
    }
  };
}

const { compileFunction } = vm;

vm.compileFunction = (code, parameters, options = {}) => {
  const key = `${parameters}\n${code}`;
  const cachedData = functions.get(key);
  if (cachedData) return compileFunction(code, parameters, { ...options, cachedData });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: isKept(options.filename) });
  if (made.cachedData) functions.set(key, made.cachedData);
  return made;
};
