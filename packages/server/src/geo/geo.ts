export const createGeo = () => (_ip: string) => ''
