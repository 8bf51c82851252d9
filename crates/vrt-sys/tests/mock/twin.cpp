// Calls every bound method through its slot as a plain C function, as Rust does, and compares what reached the object.
// Needs MOCK_TWIN, made by `cargo xtask check-abi`, besides what mock.hpp needs.
#include "mock.hpp"
#include <cstdint>
#include <map>

// Dims64 as Rust declares it: returned through a hidden pointer.
struct PlainDims
{
    int32_t count;
    int64_t d[8];
};

static void* reach(char const* interface, size_t offset)
{
    static std::map<std::string, void*> objects;
    void*& object = objects[interface];
    if (!object)
        object = new_recorder(interface);
    return offset ? *(void**) ((char*) object + offset) : object;
}

template <class Function>
static Function entry(void* object, size_t slot)
{
    return (Function) (*(void***) object)[slot];
}

static int verdict(bool answer_is_right, char const* expected)
{
    if (answer_is_right && last_call == expected)
        return 0;
    std::printf("expected %s, found %s, answer right: %d\n", expected, last_call.c_str(), answer_is_right);
    return 1;
}

#include MOCK_TWIN

int main()
{
    return twin();
}
