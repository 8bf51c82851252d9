/* A CUDA driver with DEVICES GPUs, whose cuInit returns INIT. */
int cuInit(unsigned flags) { (void) flags; return INIT; }
int cuDeviceGetCount(int* count) { *count = DEVICES; return 0; }
int cuDriverGetVersion(int* version) { *version = 12080; return 0; }
int cuDeviceGetAttribute(int* value, int attribute, int device)
{
    (void) device;
    *value = attribute == 75 ? 9 : 0;
    return 0;
}
