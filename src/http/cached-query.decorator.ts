import 'reflect-metadata';

const MARK = Symbol('remembered');

/** For a query that programs repeat in the same words: it is parsed once, and every copy gets the same frozen DTO. */
export const CachedQuery = (): ClassDecorator => (dto) => {
  Reflect.defineMetadata(MARK, true, dto);
};

export const isCachedQuery = (dto: object): boolean => Reflect.hasOwnMetadata(MARK, dto);
