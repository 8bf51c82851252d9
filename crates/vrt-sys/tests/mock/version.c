/* A library of another version. */
int getInferLibVersion(void) { return VERSION; }
