import 'reflect-metadata';

const MARK = Symbol('remembered');

/** For a query that programs ask again and again in the same words: it is read and judged once, and every copy gets the same DTO, frozen. */
export const CachedQuery = (): ClassDecorator => (dto) => {
  Reflect.defineMetadata(MARK, true, dto);
};

export const isCachedQuery = (dto: object): boolean => Reflect.hasOwnMetadata(MARK, dto);
