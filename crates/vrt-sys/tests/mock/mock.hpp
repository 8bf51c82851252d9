// Objects that note each call made on them. Needs MOCK_API (the declarations: a generated header or NVIDIA's own) and
// MOCK_RECORDERS (the generated classes).
#pragma once
#include MOCK_API
#ifdef MOCK_PARSER_API
#include MOCK_PARSER_API
#define MOCK_HAS_PARSER 1
#endif
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

// A test's thread sees its own calls only.
static thread_local std::string last_call;
static thread_local std::string all_events;

static void deleted(char const* what)
{
    all_events += std::string("-") + what + " ";
}

template <class T>
static void note(T const& argument)
{
    char text[64];
    if constexpr (std::is_pointer_v<T>)
        std::snprintf(text, sizeof text, "|%p", (void const*) argument);
    else if constexpr (std::is_floating_point_v<T>)
        std::snprintf(text, sizeof text, "|%f", double(argument));
    else if constexpr (std::is_enum_v<T> || std::is_integral_v<T>)
        std::snprintf(text, sizeof text, "|%lld", (long long) argument);
    else
        std::snprintf(text, sizeof text, "|object");
    last_call += text;
}

// What belongs to a slot, so that a caller can tell that it got this slot's answer.
template <class T>
struct Answer
{
    static T of(char const* name, size_t slot)
    {
        if constexpr (std::is_same_v<T, nvinfer1::Dims64>)
        {
            nvinfer1::Dims64 dims{};
            dims.nbDims = 4;
            for (int i = 0; i < 4; ++i)
                dims.d[i] = int64_t(slot) * 10 + i;
            return dims;
        }
        else if constexpr (std::is_same_v<T, char const*>)
            return name;
        else if constexpr (std::is_pointer_v<T>)
            return (T) (0x100000 + slot * 16);
        else if constexpr (std::is_same_v<T, bool>)
            return slot % 2 == 0;
        else if constexpr (std::is_enum_v<T> || std::is_arithmetic_v<T>)
            return T(slot);
        else
            return T{};
    }
};
template <class T>
struct Answer<T&>
{
    static T& of(char const*, size_t slot) { return *(T*) (0x100000 + slot * 16); }
};
template <>
struct Answer<void>
{
    static void of(char const*, size_t) {}
};

template <class R, class... Arguments>
static R record(char const* name, size_t slot, Arguments const&... arguments)
{
    last_call = name;
    (note(arguments), ...);
    return Answer<R>::of(name, slot);
}

#include MOCK_RECORDERS
